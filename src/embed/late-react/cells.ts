/** What a hook of the first frame remembers. React's hook gets the cell when React takes the list over. */
export interface Cell {
  value: unknown
  /** React's own setter, once React has the state. */
  set?: (action: unknown) => void
  /** Changes that wait for React. */
  readonly waiting: unknown[]
}

let handed: readonly Cell[] = []
let taken = 0

/** Lets React's hooks take the cells in the order of the first frame, while `render` runs. */
export function renderWithCells(cells: readonly Cell[], render: () => void): void {
  handed = cells
  taken = 0
  try {
    render()
  } finally {
    handed = []
  }
}

/**
 * React begins with the root. If it begins again, the nodes were not those of the first frame: React draws new nodes, and its
 * components begin anew.
 */
export function beginTaking(): void {
  if (taken) handed = []
  taken = 0
}

/** The cell of the hook that React mounts now; undefined for a component that the first frame did not draw. */
export const takeCell = (): Cell | undefined => handed[taken++]
