import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))

const toPurl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** Converts a lockfile's integrity (`sha512-` and base64) to a CycloneDX hash. */
function toHash(integrity) {
  const [algorithm, base64] = integrity.split(/-(.*)/s)
  return {
    alg: algorithm.replace('sha', 'SHA-'),
    content: Buffer.from(base64, 'base64').toString('hex'),
  }
}

/**
 * The bill of materials in CycloneDX 1.5: this package, and every package whose code the build has put into `dist`, each with its
 * version, licence and hash. `npm sbom` knows what an install brings, and that is not what is bundled here.
 *
 * It holds no time and no random number, so that two builds of one commit have the same bill; the serial number is made of the
 * content.
 *
 * @param bundled the folders that the bundler wrote down in dist/bundled.json
 */
export function createSbom(bundled = read('dist/bundled.json')) {
  const { name, version, license, description } = read('package.json')
  const { packages } = read('package-lock.json')
  const own = toPurl(name, version)
  const components = new Map()
  for (const folder of bundled) {
    const known = packages[folder]
    if (!known) throw new Error(`package-lock.json has no ${folder}, which is in the build`)
    const title = known.name ?? folder.split('node_modules/').at(-1)
    const purl = toPurl(title, known.version)
    const [group, short] = title.startsWith('@') ? title.split('/') : [undefined, title]
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      ...(group && { group }),
      name: short,
      version: known.version,
      scope: 'required',
      ...(known.integrity && { hashes: [toHash(known.integrity)] }),
      ...(known.license && { licenses: [toLicence(known.license)] }),
      purl,
    })
  }
  const sorted = [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1))
  const content = {
    metadata: {
      component: {
        type: 'library',
        'bom-ref': own,
        name,
        version,
        description,
        licenses: [toLicence(license)],
        purl: own,
      },
    },
    components: sorted,
    dependencies: [
      { ref: own, dependsOn: sorted.map(({ purl }) => purl) },
      ...sorted.map(({ purl }) => ({ ref: purl })),
    ],
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: toSerial(content),
    version: 1,
    ...content,
  }
}

/** One licence by its id, or several as an expression. */
const toLicence = (words) =>
  /[ ()]/.test(words) ? { expression: words.replace(/^\((.*)\)$/, '$1') } : { license: { id: words } }

/** A UUID of version 8, made of a hash of the content. */
function toSerial(content) {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex').split('')
  hex[12] = '8'
  hex[16] = '89ab'[Number.parseInt(hex[16], 16) % 4]
  const text = hex.slice(0, 32).join('')
  return `urn:uuid:${[text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')}`
}
