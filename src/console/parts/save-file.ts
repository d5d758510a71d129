/** Lets the browser save a text that the page has, as a download. */
export function saveFile(download: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text]))
  Object.assign(document.createElement('a'), { href, download }).click()
  URL.revokeObjectURL(href)
}
