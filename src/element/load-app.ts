import { isBareImport, NO_BUNDLER } from '../platform/bare-import.js'
import { NativePromise } from '../platform/natives.js'
import type { Load } from './hub.js'

/**
 * Fetches the app in an application, by imports that its bundler has resolved.
 *
 * @throws the fields of a WalletError `config_invalid` when no bundler has; the class itself comes with the app
 */
export const loadApp: Load = async () => {
  try {
    const [{ createApp }, view] = await NativePromise.all([import('./app.js'), import('../view/index.js')])
    return (hub) => createApp(hub, view)
  } catch (cause) {
    if (!isBareImport(cause)) throw cause
    throw { code: 'config_invalid', message: NO_BUNDLER, cause }
  }
}
