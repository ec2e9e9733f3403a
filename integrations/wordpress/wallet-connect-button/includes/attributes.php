<?php
/**
 * The tag's attributes: which attributes an author may write, and which come only from the site's settings.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

/** A chain by its CAIP-2 id. */
const CHAIN = '/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/';
/** A wallet: an EIP-6963 rdns or one of the element's own ids. */
const WALLET = '/^[-_.a-zA-Z0-9]{1,64}$/';
/** A network: a chain and the address of its node. */
const NETWORK = '/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}=https?:\/\/[^\s"\'<>]+$/';

/**
 * Keeps the words of a list that fit a pattern, separated by single spaces.
 *
 * @param string $list    Words separated by spaces, lines or, unless they are addresses, commas.
 * @param string $pattern What each word has to be.
 * @param string $gap     What separates the words.
 */
function clean_list( string $list, string $pattern, string $gap = '/[\s,]+/' ): string {
	return implode( ' ', preg_grep( $pattern, preg_split( $gap, $list, -1, PREG_SPLIT_NO_EMPTY ) ) );
}

/**
 * What authors may set, each with a function that cleans it. An author cannot set which servers the visitor's browser and
 * wallet contact (`api-url`, `relay-url`, `web-wallet-url`, `rpc`, `data-base`), nor what wallets show as the site's name.
 *
 * @return array<string, callable>
 */
function authors_attributes(): array {
	$one_of = function ( string ...$words ): callable {
		return function ( string $value ) use ( $words ): string {
			return in_array( $value, $words, true ) ? $value : '';
		};
	};
	$list   = function ( string $pattern ): callable {
		return function ( string $value ) use ( $pattern ): string {
			return clean_list( $value, $pattern );
		};
	};
	return array(
		'label'        => 'sanitize_text_field',
		'chains'       => $list( CHAIN ),
		'wallets'      => $list( WALLET ),
		'theme'        => $one_of( 'light', 'dark', 'system' ),
		'look'         => $one_of( 'square', 'round', 'outline' ),
		'size'         => $one_of( 'small', 'medium', 'large' ),
		'lang'         => function ( string $value ): string {
			return preg_match( '/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/', $value ) ? $value : '';
		},
		'name'         => function ( string $value ): string {
			return preg_match( '/^[-_a-zA-Z0-9]{1,64}$/', $value ) ? $value : '';
		},
		'show-balance' => $one_of( 'true' ),
		'page-state'   => $one_of( 'true' ),
		'required'     => $one_of( 'true' ),
	);
}

/** The boolean attributes: each is on when it is present. */
const SWITCHES = array( 'show-balance', 'page-state', 'required' );

/** The attributes that the site's settings add to each button; an empty text leaves an attribute out. */
function site_attributes(): array {
	$settings = settings();
	return array(
		'app-name'    => '' === $settings['app_name'] ? get_bloginfo( 'name' ) : $settings['app_name'],
		'chains'      => $settings['chains'],
		'wallets'     => $settings['wallets'],
		'theme'       => $settings['theme'],
		'project-id'  => $settings['project_id'],
		'rpc'         => $settings['rpc'],
		'terms-url'   => $settings['terms_url'],
		'privacy-url' => '' === $settings['privacy_url'] ? get_privacy_policy_url() : $settings['privacy_url'],
		'data-base'   => address() . 'dist/',
	);
}

/**
 * The tag, on one line and without children: authors' filters remove tags and leave children.
 *
 * @param array $given What an author set, by attribute.
 */
function button_tag( array $given ): string {
	$attributes = site_attributes();
	foreach ( authors_attributes() as $name => $clean ) {
		if ( ! isset( $given[ $name ] ) || ! is_scalar( $given[ $name ] ) ) {
			continue;
		}
		$value = in_array( $name, SWITCHES, true ) ? wp_validate_boolean( $given[ $name ] ) : (string) $given[ $name ];
		$value = is_bool( $value ) ? ( $value ? 'true' : '' ) : $clean( $value );
		if ( '' !== $value ) {
			$attributes[ $name ] = $value;
		}
	}
	$written = '';
	foreach ( $attributes as $name => $value ) {
		if ( in_array( $name, SWITCHES, true ) ) {
			$written .= ' ' . $name;
		} elseif ( '' !== (string) $value ) {
			$written .= sprintf( ' %s="%s"', $name, esc_attr( $value ) );
		}
	}
	wp_enqueue_script( HANDLE );
	return '<wallet-connect-button' . $written . '></wallet-connect-button>';
}
