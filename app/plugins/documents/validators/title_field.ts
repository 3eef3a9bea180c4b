import vine from '@vinejs/vine'
import { LONGEST_NAME, safeName, shownName, withoutExtension } from '#plugins/files/main'

/** Beside an extension it is a name of a file. */
const BOUNDS = { bytes: LONGEST_NAME - '.docx'.length, length: 200 }

const shown = vine.createRule((value, _options, field) => {
  if (field.isValid) field.mutate(shownName(value as string, BOUNDS), field)
})

/** What something is called: a line of text, with something in it that can be seen, and that is no folder. */
export function title() {
  return vine
    .string()
    .trim()
    .maxLength(BOUNDS.length)
    .regex(/^\P{Cc}*$/u)
    .use(shown())
    .minLength(1)
}

export const renameValidator = vine.create({ title: title() })

/** Beside an uploaded file, whose name is the title by default. */
export const uploadedValidator = vine.create({ title: title().optional() })

/** After the file that it is made of. */
export function titleOfFile(name: string): string {
  return shownName(withoutExtension(safeName(name, 'Untitled')), BOUNDS)
}
