<?php

declare(strict_types=1);

namespace Pennypost;

/** Calls of the JSON API of Pennypost. */
final class Connection
{
    private string $base;

    public function __construct(
        string $url,
        private readonly string $key,
        private readonly float $timeoutSeconds = 30.0,
    ) {
        $this->base = rtrim($url, '/') . '/api/v1';
    }

    /**
     * @param array<string, mixed> $query
     * @return mixed arrays of JSON, the bytes of a file, or null
     */
    public function call(
        string $method,
        string $path,
        mixed $body = null,
        array $query = [],
        ?string $idempotencyKey = null,
    ): mixed {
        $headers = ['Authorization: Bearer ' . $this->key];
        if ($idempotencyKey !== null) {
            $headers[] = 'Idempotency-Key: ' . str_replace(["\r", "\n"], '', $idempotencyKey);
        }
        $http = ['method' => $method, 'ignore_errors' => true, 'timeout' => $this->timeoutSeconds];
        if ($body !== null) {
            $isFile = is_string($body);
            $headers[] = 'Content-Type: application/' . ($isFile ? 'octet-stream' : 'json');
            $http['content'] = $isFile
                ? $body
                : json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
        }
        $http['header'] = $headers;
        $given = array_filter($query, static fn ($value) => $value !== null);
        $texts = array_map(
            static fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : (string) $value,
            $given,
        );
        $url = $this->base . $path . ($texts === [] ? '' : '?' . http_build_query($texts));
        $stream = @fopen($url, 'rb', false, stream_context_create(['http' => $http]));
        if ($stream === false) {
            throw new PennypostError(0, ['detail' => 'The service does not answer.']);
        }
        $answered = stream_get_meta_data($stream)['wrapper_data'] ?? [];
        $text = (string) stream_get_contents($stream);
        fclose($stream);
        $status = (int) (explode(' ', (string) ($answered[0] ?? ''))[1] ?? 0);
        if ($status >= 400 || $status === 0) {
            $problem = json_decode($text, true);
            throw new PennypostError($status, is_array($problem) ? $problem : []);
        }
        if ($status === 204) {
            return null;
        }
        $isJson = (bool) preg_grep('~^content-type: application/json~i', $answered)
            && !preg_grep('~^content-disposition:~i', $answered);
        return $isJson ? json_decode($text, true, 512, JSON_THROW_ON_ERROR) : $text;
    }
}
