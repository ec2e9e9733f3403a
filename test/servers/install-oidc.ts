import { spawnSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join, resolve as resolvePath } from 'node:path'

export const OIDC_FOLDER = resolvePath('integrations/oidc')

/**
 * Installs the provider's packages, and this package from the working tree: once before the files of this folder, of which several begin at
 * the same time.
 */
export default function installOidc(): void {
  if (
    !['oidc-provider', 'openid-client', '@auth/express'].every((name) =>
      existsSync(join(OIDC_FOLDER, 'node_modules', name)),
    )
  ) {
    // Without regard to NODE_ENV, because the tests' relying parties are development dependencies.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
    const { status } = spawnSync('npm', args, { cwd: OIDC_FOLDER, stdio: 'inherit' })
    if (status !== 0)
      throw new Error('These tests need the network once: npm ci in integrations/oidc did not work.')
  }
  const link = join(OIDC_FOLDER, 'node_modules/wallet-connect-button')
  if (!existsSync(link)) symlinkSync(resolvePath('.'), link)
}
