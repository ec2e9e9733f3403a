/** Something that a wallet puts on a page and takes off again, such as an object on `window`. */
export interface Placement {
  /** Puts it there now, or `after` this many ms. @returns the way to take it off */
  put(options?: { after?: number }): () => void
  /** Takes it off, or drops the plan to put it there. */
  remove(): void
}

/** Creates a {@link Placement}. @param place puts the thing on the page, and returns the way to undo that */
export function createPlacement(place: () => () => void): Placement {
  let timer: ReturnType<typeof setTimeout> | undefined
  let undo = () => {}
  const remove = () => {
    clearTimeout(timer)
    undo()
    undo = () => {}
  }
  return {
    put({ after } = {}) {
      remove()
      const start = () => {
        undo = place()
      }
      if (after === undefined) start()
      else timer = setTimeout(start, after)
      return remove
    },
    remove,
  }
}
