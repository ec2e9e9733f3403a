import { readAddress } from '../../platform/environment.js'
import { isWebAddress } from '../../protocol/web-address.js'
import type { ConnectorConfig } from '../config.js'

/** What a wallet shows about the page. */
export interface AppMetadata {
  name: string
  description: string
  url: string
  icons: string[]
}

/** The page's name, description, address and icon, from the configuration, else from the document. */
export function readMetadata({ appName, appDescription, appUrl, appIcon }: ConnectorConfig): AppMetadata {
  const page = globalThis.document
  const url = readAddress().origin
  const described = page?.querySelector<HTMLMetaElement>('meta[name=description]')?.content
  const icon = appIcon || page?.querySelector<HTMLLinkElement>('link[rel~=icon]')?.href
  return {
    name: appName || url,
    description: appDescription || described || appName,
    url: isWebAddress(appUrl) ? appUrl : url,
    // A data URI would make the QR code too large to scan.
    icons: isWebAddress(icon) ? [icon] : [],
  }
}
