/** An SVG image as an address that causes no request. @param svg its markup */
export const toDataUri = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`
