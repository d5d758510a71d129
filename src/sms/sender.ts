/**
 * The sender of an SMS: a number with +, a short code, or up to eleven letters, digits and blanks
 * (3GPP TS 23.040, 9.1.2.5).
 */
export const isSmsSender = (text: string): boolean =>
  text.length <= 16 &&
  (/^\+[1-9]\d{4,14}$/.test(text) ||
    /^\d{3,15}$/.test(text) ||
    (/^(?=.*[A-Za-z])[A-Za-z0-9 ._&-]{1,11}$/.test(text) && text.trim() === text))
