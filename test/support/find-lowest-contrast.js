// Runs in a page: see browser.ts.
globalThis.findLowestContrast = () => {
  const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = color.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (element) => {
    if (element === null) return [255, 255, 255];
    const ground = channels(getComputedStyle(element).backgroundColor);
    return ground[3] === 0 ? groundOf(element.parentElement) : ground;
  };
  const contrastOf = (element) => {
    const tones = [channels(getComputedStyle(element).color), groundOf(element)].map((color) => luminance(color.slice(0, 3)));
    return (Math.max(...tones) + 0.05) / (Math.min(...tones) + 0.05);
  };
  const hasText = (element) =>
    element.matches('textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.getClientRects().length > 0 && hasText(element))
    .map((element) => ({ contrast: contrastOf(element), of: element.outerHTML.slice(0, 100) }))
    .reduce((lowest, one) => (one.contrast < lowest.contrast ? one : lowest));
};
