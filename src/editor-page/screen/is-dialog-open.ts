/** Whether a dialog is open: keys and the clipboard belong to it, and nothing behind it changes. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;
