const toIcon = (shapes: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">${shapes}</svg>`,
  )}`

/** The icons of the demo wallets, as data URIs (EIP-6963). */
export const DEMO_ICON = toIcon(
  '<rect width="96" height="96" rx="24" fill="#2f6f5e"/><path d="M22 36a8 8 0 0 1 8-8h34a6 6 0 0 1 6 6v4h2a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6H30a8 8 0 0 1-8-8z" fill="#fff"/><circle cx="64" cy="53" r="5" fill="#2f6f5e"/>',
)
export const LATE_ICON = toIcon(
  '<rect width="96" height="96" rx="24" fill="#8a5a2b"/><circle cx="48" cy="48" r="25" fill="none" stroke="#fff" stroke-width="8"/><path d="M48 34v15l10 7" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>',
)
