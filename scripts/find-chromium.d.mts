/** The path of a Chromium that is installed. @throws Error saying what to do where there is none */
export function findChromium(options?: { prefersShell?: boolean }): string
