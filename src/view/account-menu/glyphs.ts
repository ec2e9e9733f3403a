/** Paths of 24 by 24 units, drawn by stroke. */
export const NEXT = 'M9.5 6l6 6-6 6'
export const COPY = 'M9 9h11v11H9zM5.5 15H4V4h11v1.5'
export const NETWORK =
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 12h17M12 3c-4 4.5-4 13.5 0 18 4-4.5 4-13.5 0-18'
export const PLUS = 'M12 5v14M5 12h14'
export const LEAVE = 'M14 4H5v16h9M10 12h11m-4-4 4 4-4 4'
export const PEN = 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19 4 20Zm9.5-13 3.5 3.5'
export const END = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12h8'
