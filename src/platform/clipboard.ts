/** Writes a text to the clipboard. Rejects where the browser does not allow it. */
export const writeClipboard = (text: string): Promise<void> => navigator.clipboard.writeText(text)
