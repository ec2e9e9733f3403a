// Written by `node scripts/surface.mjs` from surface.ts: edit that file.

import { CONTROL, FLAG, type Kind, METHOD, PROPERTY, READ_ONLY, TEXT, WORDS } from './kinds.js'

/** The element’s members, by kind. A list: old libraries replace what reads an object. */
export const TABLE: readonly (readonly [Kind, string])[] = [
  [PROPERTY, 'networks,connectors,storage,resolveName,signInAdapter'],
  [
    TEXT,
    'dataBase,wallets,store default,label,name,signInNonce,signInStatement,fontHref,rpc,chains,projectId,appName,signedInHref,relayUrl,appDescription,optionalChains,privacyUrl,apiUrl,appUrl,termsUrl,appIcon,lang,look,webWalletUrl,themeStorageKey theme',
  ],
  [FLAG, 'showBalance,disabled,pageState,required,names'],
  [READ_ONLY, 'chainId,account,wallet,state,client,status,provider'],
  [
    CONTROL,
    'willValidate,checkValidity,validity,value,form form,setCustomValidity,validationMessage,reportValidity',
  ],
  [
    METHOD,
    'execute,close,signIn,connect,signMessage,addChain,getBalance,disconnect,switchChain,getStarknetAccount,watchAsset,signTypedData,signOut,waitForTransaction,open,getCapabilities',
  ],
  [
    WORDS,
    'deepLink native universal,theme system dark light,mode canAsk neverAsk alwaysAsk,webWalletMode popup iframe,size medium small large,resultType wallet connector,qrModal inline walletconnect,preload intent idle visible click',
  ],
]

/** Text fields of the client’s configuration that the element has an attribute for. */
export const CONFIG_TEXTS = [
  'appName',
  'appDescription',
  'appUrl',
  'appIcon',
  'projectId',
  'relayUrl',
  'webWalletUrl',
] as const
