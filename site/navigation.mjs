/** The navigation of every page of the site: address, and words. */
export const NAVIGATION = [
  ['/getting-started', 'Get started'],
  ['/studio.html', 'Studio'],
  ['/reference', 'Reference'],
  ['/hosts/', 'Hosts'],
  ['/comparison', 'Compare'],
]
