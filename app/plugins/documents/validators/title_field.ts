import vine from '@vinejs/vine'
import { lineField, shownName } from '#kernel/contracts/main'
import { LONGEST_NAME, safeName, withoutExtension } from '#plugins/files/main'

/** Beside an extension it is a name of a file. */
const BOUNDS = { bytes: LONGEST_NAME - '.docx'.length, length: 200 }

/** Often the name of a file, where hidden characters are nobody’s intention. */
export const title = () => lineField({ ...BOUNDS, removesHidden: true })

export const renameValidator = vine.create({ title: title() })

/** Beside an uploaded file, whose name is the title by default. */
export const uploadedValidator = vine.create({ title: title().optional() })

/** After the file that it is made of. */
export function titleOfFile(name: string): string {
  return shownName(withoutExtension(safeName(name, 'Untitled')), BOUNDS)
}
