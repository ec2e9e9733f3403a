import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

/** Builds dist from nothing: modules by tsup, the script tag's files from them, declarations by tsc. */
rmSync('dist', { recursive: true, force: true })
for (const command of [
  'npx --no-install tsup --silent',
  'node scripts/embed.mjs',
  'node scripts/manifests.mjs',
  'npx --no-install tsc -p tsconfig.types.json',
]) {
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true })
  if (status !== 0) process.exit(status ?? 1)
}
