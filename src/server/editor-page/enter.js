// Takes the capability out of the address, where it would stay in the history, and sends it on in a body.
const capability = new URLSearchParams(location.hash.slice(1)).get('capability');
history.replaceState(null, '', location.pathname);
if (capability) {
  const form = document.querySelector('#enter');
  form.elements.capability.value = capability;
  form.submit();
} else {
  document.querySelector('#words').textContent =
    'This address opens no editor. Open the template from the application that you came from.';
}
