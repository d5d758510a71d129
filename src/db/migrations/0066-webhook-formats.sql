-- Webhooks whose bodies and signatures are those of another provider of email.

alter table webhooks add column format text not null default 'pennypost'
  check (format in ('pennypost', 'resend', 'postmark', 'sendgrid', 'mailgun'));
