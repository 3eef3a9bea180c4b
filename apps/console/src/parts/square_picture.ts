/** In pixels. */
const LARGEST_SIDE = 512

/**
 * The middle of a picture as a small square, without the metadata of the file.
 *
 * @throws for a file that the browser cannot show as a picture
 */
export async function squarePicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  const side = Math.min(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(side, LARGEST_SIDE)
  const [left, top] = [(width - side) / 2, (height - side) / 2]
  const context = canvas.getContext('2d')!
  context.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no blob'))), 'image/webp')
  )
}
