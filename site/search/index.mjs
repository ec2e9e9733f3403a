import MiniSearch from 'minisearch'
import { toTerm } from './words.mjs'

/** How the index is made and read: the same on both sides. */
const OPTIONS = {
  fields: ['title', 'heading', 'words', 'text'],
  storeFields: ['page', 'title', 'heading', 'weight'],
  processTerm: toTerm,
}

/** How a search is weighed: names of pages and what readers call them come before texts. */
const SEARCH = {
  boost: { title: 5, heading: 4, words: 8 },
  boostDocument: (_, __, { weight }) => weight,
  prefix: (term, index, terms) => index === terms.length - 1 && term.length > 2,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
}

/** @returns the index of sections, as JSON */
export function writeIndex(sections) {
  const index = new MiniSearch(OPTIONS)
  index.addAll(sections)
  return JSON.stringify(index)
}

/** The number of answers to show. */
const SHOWN = 8

/** Reads an index. @returns a function from what the visitor types to sections, the best first */
export function readIndex(json) {
  const index = MiniSearch.loadJSON(json, OPTIONS)
  return (query) => {
    const all = index.search(query, { ...SEARCH, combineWith: 'AND' })
    const found = all.length ? all : index.search(query, SEARCH)
    return found.slice(0, SHOWN)
  }
}
