<?php

declare(strict_types=1);

namespace Pennypost;

/** A refusal, as a problem document (RFC 9457). */
final class PennypostError extends \RuntimeException
{
    public readonly string $reason;
    public readonly ?string $field;
    /** @var list<array{field: string, detail: string}> */
    public readonly array $errors;

    /** @param array<string, mixed> $problem */
    public function __construct(public readonly int $status, array $problem)
    {
        $detail = $problem['detail'] ?? $problem['title'] ?? "The service answered $status.";
        parent::__construct((string) $detail, $status);
        $this->reason = (string) ($problem['reason'] ?? 'unknown');
        $this->field = $problem['field'] ?? null;
        $this->errors = $problem['errors'] ?? [];
    }
}
