/** Masks an address: emails are forwarded with their link; its owner can still recognise it. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`
}
