/** Whether a key saves. In a field, it first takes what is written there. */
export const isSaveKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => (ctrlKey || metaKey) && key === 's';
