// Written by `npm run surface` from surface.ts: edit that file.

/** The element’s members: see attributes.ts for the marks. */
export const TABLE =
  '=mode canAsk neverAsk alwaysAsk,size medium small large,theme system dark light,preload intent idle visible click,qrModal inline walletconnect,deepLink native universal,resultType wallet connector,webWalletMode popup iframe,?names,disabled,required,pageState,showBalance,:rpc,lang,look,name,label,store default,apiUrl,appUrl,chains,appIcon,appName,wallets,dataBase,fontHref,relayUrl,termsUrl,projectId,privacyUrl,signInNonce,signedInHref,webWalletUrl,appDescription,optionalChains,themeStorageKey theme,*storage,networks,connectors,resolveName,signInAdapter,!state,client,status,wallet,account,chainId,provider,#form form,value,validity,willValidate,checkValidity,reportValidity,setCustomValidity,validationMessage,(open,close,signIn,connect,execute,signOut,addChain,disconnect,getBalance,watchAsset,signMessage,switchChain,signTypedData,getStarknetAccount,waitForTransaction'

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
