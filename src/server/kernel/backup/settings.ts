import { z } from 'zod';

/** The variables of backups, with the names that tools of S3 know. */
export const backupVariables = {
  BACKUP_PASSPHRASE: z.string().min(16, { error: 'must be 16 characters or more' }).optional(),
  AWS_ENDPOINT_URL_S3: z
    .string()
    .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
      error: 'must look like https://s3.eu-north-1.amazonaws.com',
    })
    .optional(),
  AWS_REGION: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
};

export interface BackupSettings {
  /** What the secrets in a backup are sealed with; null: they are left out. */
  readonly passphrase: string | null;
  /** Where `s3://…` leads; null: nowhere. */
  readonly s3: S3Access | null;
}

export interface S3Access {
  /** Without a bucket and without a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

type Given = Partial<Record<keyof typeof backupVariables, string | undefined>>;

export function backupSettings(given: Given): BackupSettings {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = given;
  const region = given.AWS_REGION ?? 'us-east-1';
  const endpoint = (given.AWS_ENDPOINT_URL_S3 ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  const isKnown = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    passphrase: given.BACKUP_PASSPHRASE ?? null,
    s3: isKnown ? { endpoint, region, accessKeyId, secretAccessKey } : null,
  };
}
