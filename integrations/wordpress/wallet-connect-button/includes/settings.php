<?php
/**
 * What an administrator sets for the whole site, in one option.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

/** The default settings. */
function default_settings(): array {
	return array(
		'app_name'    => '',
		'chains'      => '',
		'wallets'     => '',
		'theme'       => '',
		'project_id'  => '',
		'rpc'         => '',
		'everywhere'  => false,
		'terms_url'   => '',
		'privacy_url' => '',
	);
}

/** The site's settings; missing settings have their defaults. */
function settings(): array {
	$stored = get_option( OPTION, array() );
	return array_merge( default_settings(), is_array( $stored ) ? $stored : array() );
}

/**
 * Cleans what the settings page sends. WordPress calls it for everything that is written to the option.
 *
 * @param mixed $given What was sent.
 */
function sanitize_settings( $given ): array {
	$given = is_array( $given ) ? $given : array();
	$raw   = function ( string $key ) use ( $given ): string {
		return isset( $given[ $key ] ) && is_scalar( $given[ $key ] ) ? trim( (string) $given[ $key ] ) : '';
	};
	$text  = function ( string $key ) use ( $raw ): string {
		return sanitize_text_field( $raw( $key ) );
	};
	// sanitize_text_field removes percent-encoded letters. Browsers copy an address with umlauts in that form.
	$url   = function ( string $key ) use ( $raw ): string {
		return esc_url_raw( $raw( $key ), array( 'https', 'http' ) );
	};
	return array(
		'app_name'    => $text( 'app_name' ),
		'chains'      => clean_list( $text( 'chains' ), CHAIN ),
		'wallets'     => clean_list( $text( 'wallets' ), WALLET ),
		'theme'       => in_array( $text( 'theme' ), array( 'light', 'dark', 'system' ), true ) ? $text( 'theme' ) : '',
		'project_id'  => preg_match( '/^[0-9a-f]{32}$/i', $text( 'project_id' ) ) ? $text( 'project_id' ) : '',
		'rpc'         => clean_list( $raw( 'rpc' ), NETWORK, '/\s+/' ),
		'everywhere'  => ! empty( $given['everywhere'] ),
		'terms_url'   => $url( 'terms_url' ),
		'privacy_url' => $url( 'privacy_url' ),
	);
}
