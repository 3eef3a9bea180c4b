import { defineSettings, E_MISSING_SETTING, setting } from '#kernel/settings/main'

export const filesSettings = defineSettings({
  title: 'Files',
  keys: {
    DRIVE_DISK: setting.oneOf(['fs', 's3'], {
      default: 'fs',
      who: 'an installation with a bucket, or with nodes on several machines',
      doc: '`fs` keeps files in a folder, `s3` in a bucket.',
    }),
    STORAGE_ROOT: setting.text({
      default: 'data/files',
      who: 'an installation that keeps its data elsewhere',
      doc: 'Where `fs` keeps files, and where all are received; a folder that cannot be written stops the boot.',
    }),
    S3_BUCKET: setting.text({ who: 'an installation with a bucket', doc: 'Name of the bucket.' }),
    S3_REGION: setting.text({
      default: 'us-east-1',
      who: 'an installation with a bucket',
      doc: 'Its region.',
    }),
    S3_ENDPOINT: setting.text({
      unset: 'that of AWS',
      who: 'an installation with a bucket of another provider',
      doc: 'Address of a service that speaks S3.',
    }),
    S3_ACCESS_KEY_ID: setting.text({
      unset: 'as the AWS SDK finds it',
      who: 'an installation with a bucket',
      doc: 'Key by which the bucket is opened.',
    }),
    S3_SECRET_ACCESS_KEY: setting.secret({
      unset: 'as the AWS SDK finds it',
      who: 'an installation with a bucket',
      doc: 'The secret of that key.',
    }),
    UPLOAD_LIMIT: setting.bytes({
      default: '100mb',
      who: 'an organisation with larger files; the proxy in front needs to let them pass, too',
      doc: 'Largest upload; 413 beyond it.',
    }),
    STORAGE_PER_USER: setting.bytes({
      default: '10gb',
      who: 'an installation with little storage, or large files',
      doc: 'What the files of one user may take, versions of their documents among them; 413 beyond it, but for saves of the editor. Default of a [setting](settings.md).',
    }),
  },
  check({ DRIVE_DISK, S3_BUCKET }) {
    if (DRIVE_DISK === 'fs' || S3_BUCKET) return
    throw new E_MISSING_SETTING(
      'S3_BUCKET is not set but DRIVE_DISK is s3; name the bucket, or leave DRIVE_DISK out to keep files in a folder'
    )
  },
})
