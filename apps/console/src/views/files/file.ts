export const FILES = '/app/files'

export const contentOf = (id: number): string => `${FILES}/${id}/content`

/** Images that browsers show. */
const SHOWN = /^image\/(png|jpeg|gif|webp|avif|bmp)$/
const MOST_BYTES = 20_000_000

/** Whether an image is shown before it is downloaded; a very large one is not. */
export const isShown = ({ mimeType, size }: { mimeType: string; size: number }): boolean =>
  SHOWN.test(mimeType) && size <= MOST_BYTES
