/** Whether nothing of a text is seen. A screen reader would stop at it and say nothing. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cf}\p{Cc}]/u.test(text);
