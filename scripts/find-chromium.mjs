/**
 * Finds a Chromium for the browser tests, or installs it. When it runs as a program it prints the path.
 *
 * It looks in this order: WCB_CHROMIUM, CHROMIUM_PATH, the usual places of the system, playwright's own cache. If it
 * finds none, it fetches Chromium with playwright, or from the system's packages if that is allowed. The headless shell,
 * the same Chromium without the browser's own windows, takes a third less of the processor's time in tests. It is used
 * where a test asks for it and it is installed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
]

/** The programs of the headless shell. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']

const require = createRequire(import.meta.url)

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function usualPlaces(names = NAMES) {
  const { env, platform } = process
  if (platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
    )
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean)
    const programs = [
      'Chromium/Application/chrome.exe',
      'Google/Chrome/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ]
    return roots.flatMap((root) => programs.map((program) => join(root, program)))
  }
  const folders = [
    ...(env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
    '/opt/google/chrome',
  ]
  return names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)))
}

function playwrightsOwn() {
  try {
    return [require('playwright-core').chromium.executablePath()]
  } catch {
    return []
  }
}

const look = () => [...usualPlaces(), ...playwrightsOwn()].find(isProgram)

function installWithPlaywright() {
  const cli = join(dirname(require.resolve('playwright-core/package.json')), 'cli.js')
  return spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' }).status === 0
}

function installWithApt() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false
  try {
    execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-q', 'chromium'], { stdio: 'inherit' })
    // Not every system has it.
    spawnSync('apt-get', ['install', '-y', '-q', 'chromium-headless-shell'], { stdio: 'inherit' })
    return true
  } catch {
    return false
  }
}

let found

/**
 * The path of an installed Chromium.
 *
 * @param {{ prefersShell?: boolean }} [options] whether the headless shell is as good as the whole browser
 * @throws Error that says what to do when there is none
 */
export function findChromium({ prefersShell = false } = {}) {
  const chosen = process.env.WCB_CHROMIUM || process.env.CHROMIUM_PATH
  if (chosen && !isProgram(chosen))
    throw new Error(`${chosen} is not a program. Correct WCB_CHROMIUM or CHROMIUM_PATH.`)
  const shell = prefersShell && !chosen && usualPlaces(SHELLS).find(isProgram)
  if (shell) return shell
  found = chosen || found || look()
  if (found) return found
  throw new Error('No Chromium was found. Install Chromium or Chrome, or set WCB_CHROMIUM to its path.')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    if (!process.env.WCB_CHROMIUM && !process.env.CHROMIUM_PATH && !look())
      installWithPlaywright() || installWithApt()
    console.log(findChromium())
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
