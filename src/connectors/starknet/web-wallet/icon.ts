const toIcon = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="${color}" stroke-width="2"><rect x="4" y="7" width="24" height="18" rx="4"/><path d="m5 10 11 8 11-8"/></svg>`,
  )}`

/** The e-mail wallet's icon, an envelope, for light and dark backgrounds. */
export const ICON = { light: toIcon('#333'), dark: toIcon('#ddd') }
