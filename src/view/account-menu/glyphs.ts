/** Paths of 24 by 24 units, drawn by stroke. */
export const NEXT = 'M9.5 6l6 6-6 6'
export const COPY = 'M9 9h11v11H9zM5.5 15H4V4h11v1.5'
export const NETWORK =
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 12h17M12 3c-4 4.5-4 13.5 0 18 4-4.5 4-13.5 0-18'
export const PLUS = 'M12 5v14M5 12h14'
export const LEAVE = 'M14 4H5v16h9M10 12h11m-4-4 4 4-4 4'
export const PEN = 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19 4 20Zm9.5-13 3.5 3.5'
export const END = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12h8'
export const BACK = 'M14.5 6l-6 6 6 6'
export const CLOCK = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.5 2'
export const PEOPLE =
  'M9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 8c0-7 12-7 12 0m1-8a3.5 3.5 0 0 0 0-7m5 15c0-3.5-1.5-5-4-5.5'
export const SEARCH = 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20 20'
