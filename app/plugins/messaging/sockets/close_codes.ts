/** Why the service closes a socket. */
export const CLOSE = {
  /** The service restarts: connect again, to any node. */
  restarting: { code: 1012, reason: 'Restarting' },
  /** The peer takes too slowly: connect again and sync. */
  tooSlow: { code: 1013, reason: 'Too slow' },
  unauthenticated: { code: 4401, reason: 'Unauthenticated' },
  sessionEnded: { code: 4401, reason: 'Session ended' },
  expired: { code: 4401, reason: 'Token expired' },
  noAuth: { code: 4408, reason: 'No auth frame in time' },
  tooLarge: { code: 4413, reason: 'Frame too large' },
  tooFast: { code: 4429, reason: 'Too many frames' },
  tooMany: { code: 4429, reason: 'Too many connections' },
} as const

export type CloseReason = (typeof CLOSE)[keyof typeof CLOSE]
