/** The name of an event of a program: a letter, then letters, digits, blanks and . _ : - */
export const EVENT_NAME = /^\p{L}[\p{L}\p{N} ._:-]{0,99}$/u
