export const ALERT = 'M12 7.5v5.5m0 3.5v.01'

/** Paths of 24 by 24 units for the views that follow the list. */
export const BACK = 'M14.5 5.5 8 12l6.5 6.5'
export const PHONE = 'M8.5 3.5h7a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM11 17.5h2'
export const LOCK =
  'M7 10.5V8a5 5 0 0 1 10 0v2.5m-11 0h12a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1zM12 14.5v2'
export const WALLET = 'M17 7V4.5H6.5a2.5 2.5 0 0 0 0 5H20V20H6.5A2.5 2.5 0 0 1 4 17.5V7m12 7.75v.01'
