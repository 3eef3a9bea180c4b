import vine from '@vinejs/vine'

export const editorConfigValidator = vine.create({
  type: vine.enum(['desktop', 'mobile', 'embedded'] as const).optional(),
  lang: vine
    .string()
    .maxLength(16)
    .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/)
    .optional(),
  mode: vine.enum(['edit', 'view'] as const).optional(),
})

/** Describes the query. The body of a callback has a `token` too, so the two are read apart. */
export const urlTokenValidator = vine.create({ token: vine.string().maxLength(4096) })

const actions = vine.array(vine.object({ type: vine.number(), userid: vine.string() }))

/** Describes the body of the document server, which is read from its signed form. */
export const callbackValidator = vine.create(
  vine
    .object({
      key: vine.string().maxLength(128),
      status: vine.number(),
      url: vine.string().optional(),
      changesurl: vine.string().optional(),
      users: vine.array(vine.string()).optional(),
      actions: actions.optional(),
      userdata: vine.string().optional(),
      forcesavetype: vine.number().optional(),
      formsdataurl: vine.string().optional(),
      filetype: vine.string().optional(),
      token: vine.string().optional(),
    })
    .allowUnknownProperties()
)
