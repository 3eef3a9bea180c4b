import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { actAsSystem, currentOperator } from '#kernel/operator/acting'
import type { Operator } from '#kernel/operator/operator'
import { DepartmentNames, People } from '#plugins/identity/main'
import { documentTypeOf } from '../document_types.js'
import { E_EDITOR_OFF } from '../errors.js'
import { Openings } from '../live/openings.js'
import { Viewings } from '../live/viewings.js'
import Document from '../models/document.js'
import { DocumentRights } from '../rights/document_rights.js'
import { isOpen, letIn } from '../versions/document_keys.js'
import { isChangeable } from '../versions/document_state.js'
import { accessOf, changesContent, VIEWER, type EditorAccess } from '../editor/editor_access.js'
import { editorIdOf } from '../editor/editor_ids.js'
import { signForEditor } from '../editor/editor_jwt.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { bearerOf, type EditorTokens } from '../editor/editor_tokens.js'
import { Entrance } from '../guard/entrance.js'
import { OwnSessions } from '../editor/own_sessions.js'
import { OpenedContent, type Opened as OpenedFile } from '../live/opened_content.js'
import { referenceDataOf } from '../editor/reference_data.js'
import { shownTitle } from '../editor/shown_title.js'

export interface EditorWishes {
  type: 'desktop' | 'mobile' | 'embedded'
  lang: string
  /** Look at it only, also where editing is permitted. */
  view: boolean
}

interface Opened {
  access: EditorAccess
  tokens: EditorTokens
  /** Of whoever may change something. */
  opening: number | undefined
  lang: string
}

interface Entered extends Pick<Opened, 'access' | 'opening'> {
  document: Document
  content: OpenedFile
}

const CONFIG_SECONDS = 3600
const ATTEMPTS = 5

/** Makes the configuration with which a browser opens a document in the editor. */
@inject()
export class OpenEditor {
  constructor(
    private readonly settings: EditorSettings,
    private readonly own: OwnSessions,
    private readonly rights: DocumentRights,
    private readonly departments: DepartmentNames,
    private readonly people: People,
    private readonly openings: Openings,
    private readonly viewings: Viewings,
    private readonly content: OpenedContent,
    private readonly entrance: Entrance
  ) {}

  /**
   * @throws E_EDITOR_OFF; E_UNAVAILABLE while its sessions end faster than it can be opened, or while it is not known
   * what of it is unsaved, or where its sessions are another service's
   */
  async handle(found: Document, wishes: EditorWishes) {
    const { tokens, off, secret, scriptUrl } = this.settings
    if (!tokens) throw new E_EDITOR_OFF(off!)
    await this.own.assertNotOthers()

    const operator = currentOperator()
    const { document, access, opening, content } = await this.#enter(found, operator, wishes)
    const signed = {
      type: wishes.type,
      documentType: documentTypeOf(document.fileType)!,
      document: await this.#document(document, operator, { access, tokens, opening, content }),
      editorConfig: await this.#editorConfig(document, operator, {
        access,
        tokens,
        opening,
        lang: wishes.lang,
      }),
    }
    return { ...signed, token: await signForEditor(secret, signed, CONFIG_SECONDS), scriptUrl }
  }

  /**
   * A session that ended since the document was looked up is not entered any more; that it has may be what is learnt while
   * its content is looked for.
   */
  async #enter(found: Document, operator: Operator, wishes: EditorWishes): Promise<Entered> {
    for (let document = found, attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const access = await this.#access(document, operator, wishes)
      const { editorKey } = document
      document = await this.entrance.open(document, changesContent(access))
      if (document.editorKey !== editorKey) continue
      const opening = await this.#record(document, operator, access)
      const content = await this.#content(document, opening)
      const isEntered = changesContent(access) ? await letIn(document) : await isOpen(document)
      if (isEntered) return { document, access, opening, content }
      const now = () => Document.findOrFail(found.id)
      document = await actAsSystem('a document within reach, as it is now', now)
    }
    throw new E_UNAVAILABLE()
  }

  async #content(document: Document, opening: number | undefined): Promise<OpenedFile> {
    try {
      return await this.content.of(document)
    } catch (error) {
      if (opening !== undefined) await this.openings.notHandedOut(opening)
      throw error
    }
  }

  /** @returns the opening of whoever may change something */
  async #record(
    document: Document,
    operator: Operator,
    access: EditorAccess
  ): Promise<number | undefined> {
    if (changesContent(access)) return this.openings.record(document, operator, access)
    await this.viewings.record(document, operator)
    return undefined
  }

  async #access(
    document: Document,
    operator: Operator,
    { view }: EditorWishes
  ): Promise<EditorAccess> {
    if (view || !isChangeable(document)) return VIEWER
    return accessOf(await this.rights.of(document, operator), documentTypeOf(document.fileType)!)
  }

  async #document(
    document: Document,
    operator: Operator,
    { access, tokens, opening, content }: Omit<Opened, 'lang'> & Pick<Entered, 'content'>
  ) {
    const { id } = document
    const { fileId: file, fileType, upon } = content
    const owner = await this.#nameOf(document.ownerId)
    const claims = { doc: id, file, key: document.editorKey, opening, upon, ...bearerOf(operator) }
    const token = await tokens.forContent(claims)
    return {
      fileType,
      key: document.editorKey,
      title: shownTitle(document),
      url: this.settings.publicUrl(`/app/document/content/${id}?token=${token}`),
      permissions: permissionsOf(access),
      referenceData: referenceDataOf(document, this.settings),
      info: { owner, uploaded: document.createdAt.toUTC().toISO()! },
    }
  }

  async #nameOf(ownerId: number | null): Promise<string> {
    if (!ownerId) return ''
    return (await this.people.cardsOf([ownerId])).get(ownerId)?.nickname ?? ''
  }

  async #editorConfig(
    { id, editorKey: key }: Document,
    operator: Operator,
    { access, tokens, opening, lang }: Opened
  ) {
    const changes = changesContent(access)
    const { id: user, nickname: name } = operator
    const group = await this.departments.ofOperator(operator)
    const callback = () => tokens.forCallback({ doc: id, key, user, opening })
    return {
      ...(changes
        ? {
            callbackUrl: this.settings.publicUrl(
              `/app/document/callback/${id}?token=${await callback()}`
            ),
          }
        : {}),
      lang,
      mode: changes ? ('edit' as const) : ('view' as const),
      user: { id: editorIdOf(user), name, ...(group ? { group } : {}) },
      customization: { forcesave: changes, autosave: changes },
    }
  }
}

/** Under a password of the editor's own a document could be saved no more. */
function permissionsOf(access: EditorAccess) {
  const shown = { copy: true, download: true, print: true, protect: false }
  return { ...access, chat: changesContent(access), ...shown }
}
