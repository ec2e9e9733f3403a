/**
 * The element's surface in one string, since every page pays for it: names in kebab case, each with a mark.
 *
 * `=` an attribute of which one of the words counts, the first by default; `?` an attribute that counts by being there;
 * `:` a text attribute with its default; `*` a property without an attribute; `!` a property that only tells; `(` a method. `lang` is the platform's
 * own, and works as it does everywhere.
 */
const TABLE =
  'mode=canAsk neverAsk alwaysAsk,result-type=wallet connector,deep-link=native universal,web-wallet-mode=popup iframe,qr-modal=inline walletconnect,theme=system dark light,size=medium small large,preload=intent idle click,disabled?,show-balance?,lang:,app-name:,app-description:,app-url:,app-icon:,label:,chains:,optional-chains:,wallets:,project-id:,relay-url:,web-wallet-url:,api-url:,theme-storage-key:theme,font-href:,store:default,networks*,connectors*,storage*,sign-in-adapter*,state!,status!,account!,chain-id!,wallet!,provider!,client!,open(,close(,connect(,disconnect(,sign-message(,sign-typed-data(,execute(,wait-for-transaction(,switch-chain(,add-chain(,watch-asset(,get-balance(,get-starknet-account(,sign-in(,sign-out('

/** One entry: attribute name, mark, words or default, and the property's or method's name. */
export type Member = readonly [attribute: string, mark: string, rest: string, name: string]

/** Everything the element has, in the order above. */
export const MEMBERS = TABLE.split(',').map((entry): Member => {
  const [attribute, mark, rest] = entry.split(/([=?:*!(])/) as [string, string, string]
  return [attribute, mark, rest, attribute.replace(/-./g, (pair) => (pair[1] as string).toUpperCase())]
})

/** What is watched: every attribute. Names that are none do no harm, and a filter costs bytes. */
export const OBSERVED = MEMBERS.map(([attribute]) => attribute)

/** The value in force of an enumeration: the attribute's if it is one of the words, else the first. */
export const readWord = (words: string, value: string | null): string => {
  const list = words.split(' ')
  return list.includes(value as string) ? (value as string) : (list[0] as string)
}
