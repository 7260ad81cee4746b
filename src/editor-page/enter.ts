// Takes the capability out of the address, where it would stay in the history, and sends it on in a body.
enter();
// Another `editorUrl` in the same place changes nothing but the fragment, and loads no page.
addEventListener('hashchange', enter);

function enter(): void {
  const capability = new URLSearchParams(location.hash.slice(1)).get('capability');
  history.replaceState(null, '', location.pathname);
  if (capability) {
    // The address differs by more than the fragment, so the next `editorUrl` loads a new page too.
    const form = document.querySelector<HTMLFormElement>('#enter')!;
    form.querySelector<HTMLInputElement>('[name=capability]')!.value = capability;
    form.submit();
  } else {
    const words = document.querySelector<HTMLElement>('#words')!;
    words.textContent = words.dataset.noCapability!;
  }
}
