/** Values of `config/` by which a socket may send so many frames in a second. */
export const manyFrames = (perSecond: number): Record<string, number> => ({
  'messaging.framesPerSecond': perSecond,
  'messaging.frameBurst': 4 * perSecond,
  'messaging.framesPerSecondOfUser': 4 * perSecond,
})
