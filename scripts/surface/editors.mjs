import { CURES } from './cures.mjs'
import { defaultOf, toCamel, typeOf, writeParameters } from './read.mjs'
import { STORED_KEYS } from './stored-keys.mjs'

const print = (value) => `${JSON.stringify(value, null, 2)}\n`
const explain = (attribute) => {
  const value = defaultOf(attribute)
  return value ? `${attribute.description} Default: ${value}.` : attribute.description
}

/** HTML custom data, which VS Code completes and shows. */
export const writeVsCode = ({ SUMMARY, ATTRIBUTES }) =>
  print({
    version: 1.1,
    tags: [
      {
        name: 'wallet-connect-button',
        description: SUMMARY,
        attributes: ATTRIBUTES.map((attribute) => ({
          name: attribute.name,
          description: explain(attribute),
          ...(attribute.words && { values: attribute.words.map((word) => ({ name: word })) }),
          ...(attribute.kind === 'boolean' && { valueSet: 'v' }),
        })),
      },
    ],
  })

/** web-types.json: the same for JetBrains' editors. */
export const writeWebTypes = (surface, version) =>
  print({
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name: 'wallet-connect-button',
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: 'wallet-connect-button',
            description: surface.SUMMARY,
            attributes: surface.ATTRIBUTES.map((attribute) => ({
              name: attribute.name,
              description: attribute.description,
              ...(defaultOf(attribute) && { default: defaultOf(attribute) }),
              value: {
                type: attribute.words ?? (attribute.kind === 'boolean' ? 'boolean' : 'string'),
                ...(attribute.kind === 'boolean' && { required: false }),
              },
            })),
            js: {
              properties: [
                ...surface.ATTRIBUTES.filter(({ isMethod, isPlatform }) => !isMethod && !isPlatform).map(
                  (attribute) => ({
                    name: toCamel(attribute.name),
                    description: attribute.description,
                    type: typeOf(attribute),
                  }),
                ),
                ...surface.PROPERTIES.map(({ name, type, description, isReadonly }) => ({
                  name,
                  description,
                  type,
                  ...(isReadonly && { 'read-only': true }),
                })),
              ],
              events: surface.EVENTS.map(({ name, description }) => ({ name, description })),
            },
            css: {
              properties: surface.CSS_PROPERTIES.map(({ name, description }) => ({ name, description })),
              parts: surface.BUTTON_PARTS.map(({ name, description }) => ({ name, description })),
            },
          },
        ],
      },
    },
  })

const cell = (text) => text.replaceAll('|', '\\|')
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
const kindOf = ({ kind, words }) => (kind === 'words' ? words.join(' | ') : kind === 'text' ? 'string' : kind)

/** What to do about an error. @throws Error when nobody has written it yet */
function findCure(code) {
  const cure = CURES[code]
  if (!cure) throw new Error(`scripts/surface/cures.mjs does not say what to do about ${code}`)
  return cure
}

/** The tables of a Markdown page, between markers with the tables' names. */
export const writeTables = (surface, { errors, signIn, api }) => ({
  attributes: table(
    ['attribute', 'value', 'default', 'meaning'],
    surface.ATTRIBUTES.map((attribute) => [
      `\`${attribute.name}\``,
      kindOf(attribute),
      defaultOf(attribute) && `\`${defaultOf(attribute)}\``,
      attribute.description,
    ]),
  ),
  methods: table(
    ['method', 'resolves with', ''],
    surface.METHODS.map(({ name, parameters, resolves, returns, description }) => [
      `\`${name}(${writeParameters(parameters)})\``,
      `\`${resolves ?? returns}\``,
      description,
    ]),
  ),
  events: table(
    ['event', 'detail', ''],
    surface.EVENTS.map(({ name, fields, description }) => [`\`${name}\``, `\`${fields}\``, description]),
  ),
  properties: table(
    ['property', ''],
    surface.CSS_PROPERTIES.map(({ name, description }) => [`\`${name}\``, description]),
  ),
  errors: table(
    ['code', 'message', 'what to do'],
    errors.map(([code, text]) => [`\`${code}\``, text, findCure(code)]),
  ),
  'sign-in-errors': table(
    ['code', 'message'],
    signIn.map(([code, text]) => [`\`${code}\``, text]),
  ),
  'api-errors': table(
    ['code', 'status', 'message'],
    api.map(([code, status, text]) => [`\`${code}\``, status, text]),
  ),
  'stored-keys': table(['name', 'content', 'stored until'], STORED_KEYS),
})

/** Replaces the tables of a page. */
export const fillTables = (page, tables) =>
  Object.entries(tables).reduce(
    (text, [name, rows]) =>
      text.replace(
        new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`),
        () => `<!-- ${name} -->\n${rows}\n<!-- /${name} -->`,
      ),
    page,
  )
