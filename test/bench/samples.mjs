import { brotliCompressSync, gzipSync } from 'node:zlib'

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The mean of the middle half: outliers do not count, and steps between the values do not show. */
const middle = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const cut = Math.floor(sorted.length / 4)
  const kept = sorted.slice(cut, sorted.length - cut)
  return kept.reduce((sum, value) => sum + value, 0) / kept.length
}

/** Collects the measurements of the visits, and computes their middle. */
export function createSamples(files) {
  const all = new Map()
  const of = (variant, rate, metric) => all.get(`${variant} ${rate} ${metric}`) ?? []

  /** Bytes of scripts, uncompressed and as a server may compress them: `[raw, gzip, brotli]`. */
  const weigh = (paths) => {
    const bodies = [...new Set(paths)].map((path) => files.get(path))
    const sum = (size) => bodies.reduce((total, body) => total + size(body), 0)
    return [
      sum((body) => body.length),
      sum((body) => gzipSync(body, { level: 9 }).length),
      sum((body) => brotliCompressSync(body).length),
    ]
  }

  return {
    add(variant, rate, result) {
      for (const [metric, value] of Object.entries(result)) {
        const key = `${variant} ${rate} ${metric}`
        all.set(key, [...(all.get(key) ?? []), value])
      }
    },
    median: (variant, rate, metric) => median(of(variant, rate, metric)),
    /** When the button was painted. Chromium reports it in steps of 4 ms, which a median would keep. */
    painted: (variant, rate) => middle(of(variant, rate, 'painted')),
    looks: (variant, rate) => of(variant, rate, 'painted').length,
    /** The highest measured value, at one rate or at both. */
    most: (variant, metric, rate) =>
      Math.max(...[rate ?? [1, 4]].flat().flatMap((one) => of(variant, one, metric))),
    /** The files that a metric lists, and how many there are at most. */
    weighFiles: (variant, metric) => weigh(of(variant, 1, metric).flat()),
    countFiles: (variant, metric) => Math.max(...of(variant, 1, metric).map(({ length }) => length)),
    bytesToButton: (variant) => weigh(of(variant, 1, 'scriptsToButton').flat()),
    /** The script tag, the app and the list: what the list waits for. */
    bytesToApp: (variant) =>
      weigh([
        ...of(variant, 1, 'scriptsToButton').flat(),
        ...of(variant, 1, 'scriptsToList')
          .flat()
          .filter((path) => /\/(?:app|list)-/.test(path)),
      ]),
    bytesToList: (variant) =>
      weigh([...of(variant, 1, 'scriptsToButton'), ...of(variant, 1, 'scriptsToList')].flat()),
  }
}
