import leven from 'leven';

/** How many letters one word has wrong, missing or too many beside another. */
export const lettersWrong = (word: string, other: string): number => leven(word, other);
