// Written by `node scripts/surface.mjs` from surface.ts: edit that file.

/** The element’s members: see attributes.ts for the marks. */
export const TABLE =
  '*networks,connectors,storage,resolveName,signInAdapter,:dataBase,wallets,store default,label,name,signInNonce,signInStatement,fontHref,rpc,chains,projectId,appName,signedInHref,relayUrl,appDescription,optionalChains,privacyUrl,apiUrl,appUrl,termsUrl,appIcon,lang,look,webWalletUrl,themeStorageKey theme,?showBalance,disabled,pageState,required,names,!chainId,account,wallet,state,client,status,provider,#willValidate,checkValidity,validity,value,form form,setCustomValidity,validationMessage,reportValidity,(execute,close,signIn,connect,signMessage,addChain,getBalance,disconnect,switchChain,getStarknetAccount,watchAsset,signTypedData,signOut,waitForTransaction,open,getCapabilities,=deepLink native universal,theme system dark light,mode canAsk neverAsk alwaysAsk,webWalletMode popup iframe,size medium small large,resultType wallet connector,qrModal inline walletconnect,preload intent idle visible click'

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
