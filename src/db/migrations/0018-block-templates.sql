-- Templates may consist of blocks, as newsletters do; `source` is their document as JSON.
alter table template_versions drop constraint template_versions_kind_check;
alter table template_versions
  add constraint template_versions_kind_check check (kind in ('html', 'mjml', 'blocks'));
