import { t, type Shaped } from '#kernel/shapes/main'
import { fieldDescription } from './field_description.js'

const example = {
  name: 'library-book',
  title: 'Library books',
  resource: '/app/library-books',
  permissions: { create: 'app:library-book:create', show: 'app:library-book:show' },
  fields: [
    {
      name: 'authorId',
      label: 'Author',
      type: 'reference',
      required: true,
      reference: { resource: '/app/authors', label: 'name' },
      shows: 'authorName',
    },
    { name: 'published', label: 'Published', type: 'date', nullable: true, filter: 'range' },
  ],
  searchable: true,
  sorts: ['published'],
  defaultSort: '-published',
}

const code = (verb: string, description: string) =>
  t.optional(t.text({ minLength: 1, description, examples: [`app:library-book:${verb}`] }))

const permissions = t.object(
  {
    create: code('create', 'POST to the resource'),
    show: code('show', 'GET of a row'),
    update: code('update', 'PUT of a row'),
    delete: code('delete', 'DELETE of a row'),
    export: code('export', 'GET of `<resource>/export`'),
  },
  { description: 'Codes of who may what; an operation that is left out does not exist' }
)

/** A page for the rows of one resource, so that a front end shows list, form, detail, tree and lines without code. */
export const pageDescription = t.object(
  {
    name: t.text({
      minLength: 1,
      description: 'Name of the menu that opens it',
      examples: ['library-book'],
    }),
    title: t.text({ minLength: 1, examples: ['Library books'] }),
    resource: t.text({
      pattern: '^/',
      examples: ['/app/library-books'],
      description:
        'Path of the list, whose answer is a page of rows or an array of all, and of creation; `<resource>/<id>` is one row',
    }),
    permissions,
    fields: t.array(fieldDescription, { description: 'In the order of columns and of the form' }),
    searchable: t.optional(t.boolean({ description: 'The list takes `keyword`' })),
    sorts: t.optional(
      t.array(t.text({ minLength: 1 }), {
        description: 'Names that `sort` takes; `-` before one sorts downwards',
      })
    ),
    defaultSort: t.optional(t.text({ minLength: 1, examples: ['-createdAt'] })),
    tree: t.optional(
      t.object({
        parent: t.text({
          minLength: 1,
          description: 'Field with the id of the parent',
          examples: ['parentId'],
        }),
      })
    ),
    several: t.optional(t.boolean({ description: 'DELETE `<resource>?ids=1,2` deletes several' })),
    version: t.optional(
      t.text({
        minLength: 1,
        examples: ['updatedAt'],
        description:
          'Member to be sent back with an update; where somebody changed the row meanwhile, it answers 409',
      })
    ),
    module: t.optional(
      t.text({
        pattern: '^/',
        description: 'Path of an ES module that draws a page of its own',
        examples: ['/library/shelf.js'],
      })
    ),
  },
  { title: 'PageDescription', examples: [example] }
)

/** As it is published. */
export type PageDescription = Shaped<typeof pageDescription>
export type PageField = PageDescription['fields'][number]
