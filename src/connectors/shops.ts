/** An extension's ids in the shops of the browsers. */
export type ShopIds = readonly [chrome: string, firefox?: string, edge?: string]

/** Extensions that connectors of both namespaces know. */
export const METAMASK: ShopIds = [
  'nkbihfbeogaeaoehlefnkodbefgpgknn',
  'ether-metamask',
  'ejbalbakoplchlghecdalmeeeajnimhm',
]
export const OKX: ShopIds = [
  'mcohilncbfahbmgdjkbpemcciiolgcge',
  'okexwallet',
  'pbpjkcldjiffchgbbndmhojiacbgflha',
]

/** The addresses of an extension in the browsers' shops. */
export const toDownloads = (
  chrome: string,
  firefox?: string,
  edge?: string,
): { chrome: string; firefox?: string; edge?: string } => ({
  chrome: `https://chromewebstore.google.com/detail/${chrome}`,
  ...(firefox && { firefox: `https://addons.mozilla.org/firefox/addon/${firefox}` }),
  ...(edge && { edge: `https://microsoftedge.microsoft.com/addons/detail/${edge}` }),
})
