/**
 * The element's surface in one string, since every page pays for it: names in camel case, each with a mark, in
 * the order that compresses best.
 *
 * `=` an attribute of which one of the words counts, the first by default; `?` an attribute that counts by being there;
 * `:` a text attribute with its default; `*` a property without an attribute; `!` a property that only tells; `(` a
 * method. `lang` is the platform's own, and works as it does everywhere.
 */
const TABLE =
  'mode=canAsk neverAsk alwaysAsk,size=medium small large,theme=system dark light,deepLink=native universal,preload=intent idle click,resultType=wallet connector,qrModal=inline walletconnect,webWalletMode=popup iframe,disabled?,showBalance?,store:default,webWalletUrl:,appUrl:,apiUrl:,wallets:,appDescription:,optionalChains:,appName:,relayUrl:,label:,lang:,appIcon:,chains:,projectId:,fontHref:,themeStorageKey:theme,connectors*,signInAdapter*,networks*,storage*,state!,status!,wallet!,chainId!,provider!,account!,client!,close(,signIn(,signMessage(,open(,signTypedData(,connect(,disconnect(,waitForTransaction(,getBalance(,getStarknetAccount(,signOut(,watchAsset(,switchChain(,addChain(,execute('

/** One entry: attribute name, mark, words or default, and the property's or method's name. */
export type Member = readonly [attribute: string, mark: string, rest: string, name: string]

/** Everything the element has, in the order above. */
export const MEMBERS = TABLE.split(',').map((entry): Member => {
  const [name, mark, rest] = entry.split(/([=?:*!(])/) as [string, string, string]
  return [name.replace(/[A-Z]/g, '-$&').toLowerCase(), mark, rest, name]
})

/** What is watched: every attribute. Names that are none do no harm, and a filter costs bytes. */
export const OBSERVED = MEMBERS.map((member) => member[0])

/** The value in force of an enumeration: the attribute's if it is one of the words, else the first. */
export const readWord = (words: string, value: string | false | null): string => {
  const list = words.split(' ')
  return list.includes(value as string) ? (value as string) : (list[0] as string)
}
